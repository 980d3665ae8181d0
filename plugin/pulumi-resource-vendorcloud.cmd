@node "%~dp0pulumi-resource-vendorcloud" %*
