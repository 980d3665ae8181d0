module vendorcloud.example/deployments

go 1.25.8
