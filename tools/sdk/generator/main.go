// Writes SDKs with Pulumi's code generators: generator <package schema> <folder>. The SDK of each language gets a folder with
// the language's name. `generator convert <package schema> <folder>` converts the programs of a folder. Built with the tag
// `older` and older.mod it writes those whose generators have left Pulumi's own module: that module's last version with the
// generator for .NET knows no Go 1.26, with which the others need a newer one.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

type generator = func(*schema.Package) (map[string][]byte, error)

func main() {
	if len(os.Args) == 4 && os.Args[1] == "convert" {
		text, err := os.ReadFile(os.Args[2])
		fail(err)
		var spec schema.PackageSpec
		fail(json.Unmarshal(text, &spec))
		convert(spec, os.Args[3])
		return
	}
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: generator <package schema> <folder>"))
	}
	text, err := os.ReadFile(os.Args[1])
	fail(err)
	for language, generate := range generators {
		// Each generator completes the package that it gets.
		var spec schema.PackageSpec
		fail(json.Unmarshal(spell(text, language), &spec))
		its, err := schema.ImportSpec(spec, nil, schema.ValidationOptions{})
		fail(err)
		generated, err := generate(its)
		fail(err)
		for name, content := range generated {
			path := filepath.Join(os.Args[2], language, name)
			fail(os.MkdirAll(filepath.Dir(path), 0o755))
			fail(os.WriteFile(path, content, 0o644))
		}
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// How languages spell the names of properties and functions that the schema has. The others have the same names.
var spellings = map[string]func(string) string{
	"python": python.PyName,
	"go":     capitalize,
	"dotnet": capitalize,
}

func capitalize(name string) string {
	return strings.ToUpper(name[:1]) + name[1:]
}

var quoted = regexp.MustCompile("`[a-z][A-Za-z]*`")

// Gives names in texts the spelling of the language.
func spell(text []byte, language string) []byte {
	spelling, found := spellings[language]
	if !found {
		return text
	}
	names := namesIn(text)
	return quoted.ReplaceAllFunc(text, func(found []byte) []byte {
		name := strings.Trim(string(found), "`")
		if !names[name] {
			return found
		}
		return []byte("`" + spelling(name) + "`")
	})
}

func namesIn(text []byte) map[string]bool {
	var spec schema.PackageSpec
	fail(json.Unmarshal(text, &spec))
	names := map[string]bool{}
	add := func(properties map[string]schema.PropertySpec) {
		for name := range properties {
			names[name] = true
		}
	}
	add(spec.Provider.InputProperties)
	for _, resource := range spec.Resources {
		add(resource.InputProperties)
		add(resource.Properties)
	}
	for _, shape := range spec.Types {
		add(shape.Properties)
	}
	for token, function := range spec.Functions {
		names[token[strings.LastIndex(token, ":")+1:]] = true
		add(function.Inputs.Properties)
	}
	return names
}
