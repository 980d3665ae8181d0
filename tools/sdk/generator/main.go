// Writes SDKs with Pulumi's code generators: generator <package schema> <folder>. The SDK of each language gets a folder with
// the language's name. `generator convert <package schema> <folder>` converts the programs of a folder. Built with the tag `older` and older.mod it writes those whose generators have left Pulumi's own
// module: that module's last version with the generator for .NET knows no Go 1.26, with which the others need a newer one.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"

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

var (
	quoted    = regexp.MustCompile("`[A-Za-z][\\w.\\[\\]]*`")
	camelCase = regexp.MustCompile("[a-z]+[A-Z]\\w*")
)

// Texts name properties as the schema does; those for Python in its spelling.
func spell(schema []byte, language string) []byte {
	if language != "python" {
		return schema
	}
	return quoted.ReplaceAllFunc(schema, func(path []byte) []byte {
		return camelCase.ReplaceAllFunc(path, func(name []byte) []byte {
			if !bytes.Contains(schema, []byte(`"`+string(name)+`":`)) {
				return name
			}
			return []byte(python.PyName(string(name)))
		})
	})
}
