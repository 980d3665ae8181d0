//go:build older

package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"text/template"

	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

var generators = map[string]generator{
	"dotnet": func(its *schema.Package) (map[string][]byte, error) {
		return dotnet.GeneratePackage("pulumi-language-dotnet", its, nil, nil)
	},
	"java": func(its *schema.Package) (map[string][]byte, error) {
		files, err := javaFiles(its)
		if err != nil {
			return nil, err
		}
		return java.GeneratePackage("pulumi-language-java", its, files, nil, false, false)
	},
}

//go:embed pom.xml
var pom string

// Maven builds what Gradle does, whose build file writes these resources.
func javaFiles(its *schema.Package) (map[string][]byte, error) {
	if err := its.ImportLanguages(map[string]schema.Language{"java": java.Importer}); err != nil {
		return nil, err
	}
	info := its.Language["java"].(java.PackageInfo)
	values := map[string]any{"Package": its, "Version": its.Version.String(), "Java": info}
	var project bytes.Buffer
	if err := template.Must(template.New("pom").Parse(pom)).Execute(&project, values); err != nil {
		return nil, err
	}
	plugin, err := json.Marshal(map[string]any{
		"resource": true,
		"name":     its.Name,
		"version":  its.Version.String(),
		"server":   its.PluginDownloadURL,
	})
	resources := "src/main/resources/" + strings.ReplaceAll(info.BasePackageOrDefault()+its.Name, ".", "/") + "/"
	return map[string][]byte{
		"pom.xml":                 project.Bytes(),
		resources + "plugin.json": plugin,
		resources + "version.txt": []byte(its.Version.String()),
	}, err
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
