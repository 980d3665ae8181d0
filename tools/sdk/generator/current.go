//go:build !older

package main

import (
	"fmt"

	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// As the language hosts call them for `pulumi package gen-sdk --local`.
var generators = map[string]generator{
	"nodejs": func(its *schema.Package) (map[string][]byte, error) {
		return nodejs.GeneratePackage("pulumi-language-nodejs", its, nil, nil, true, nil)
	},
	"python": func(its *schema.Package) (map[string][]byte, error) {
		return python.GeneratePackage("pulumi-language-python", its, nil, nil)
	},
	"go": func(its *schema.Package) (map[string][]byte, error) {
		return golang.GeneratePackage("pulumi-language-go", its, nil)
	},
}

func convert(schema.PackageSpec, string) {
	fail(fmt.Errorf("built without converters"))
}
