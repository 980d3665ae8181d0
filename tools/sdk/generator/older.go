//go:build older

package main

import (
	"bytes"
	_ "embed"
	"io"
	"net/http"

	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

var generators = map[string]generator{
	"dotnet": func(its *schema.Package) (map[string][]byte, error) {
		return dotnet.GeneratePackage("pulumi-language-dotnet", its, nil, nil)
	},
	"java": func(its *schema.Package) (map[string][]byte, error) {
		return java.GeneratePackage("pulumi-language-java", its, nil, nil, true, false)
	},
}

//go:embed logo.png
var logo []byte

// The generator for .NET downloads the package's icon. It gets this one, so that nothing else has to be reachable.
type iconOnly struct{}

func (iconOnly) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(bytes.NewReader(logo))}, nil
}

func init() {
	http.DefaultTransport = iconOnly{}
}
