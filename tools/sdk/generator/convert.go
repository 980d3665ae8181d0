//go:build older

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	yaml "github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
	"github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// As `pulumi convert` has them, by the names that fences of Markdown have.
var converters = map[string]func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error){
	"typescript": nodejs.GenerateProgram,
	"python":     python.GenerateProgram,
	"go":         golang.GenerateProgram,
	"csharp":     dotnet.GenerateProgram,
	"java":       java.GenerateProgram,
}

// Prints the programs in YAML of a folder in all other languages, as JSON: by the name of the file, then by language.
func convert(spec schema.PackageSpec, folder string) {
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	fail(err)
	converted := map[string]map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		fail(err)
		template, problems, err := pulumiyaml.LoadYAMLBytes(file, text)
		fail(err)
		if problems.HasErrors() {
			fail(problems)
		}
		languages := map[string]string{}
		for language, generate := range converters {
			its, err := schema.ImportSpec(spec, nil, schema.ValidationOptions{})
			fail(err)
			program, problems, err := yaml.EjectProgram(template, only{its})
			fail(err)
			if len(problems) > 0 {
				fail(problems)
			}
			written, problems, err := generate(program)
			fail(err)
			if len(problems) > 0 || len(written) != 1 {
				fail(fmt.Errorf("%s in %s: %d files, %v", file, language, len(written), problems))
			}
			for _, content := range written {
				languages[language] = string(content)
			}
		}
		converted[strings.TrimSuffix(filepath.Base(file), ".yaml")] = languages
	}
	fail(json.NewEncoder(os.Stdout).Encode(converted))
}

// Programs use no other package.
type only struct{ its *schema.Package }

func (only only) LoadPackage(name string, _ *semver.Version) (*schema.Package, error) {
	if name != only.its.Name {
		return nil, fmt.Errorf("no package %s", name)
	}
	return only.its, nil
}

func (only only) LoadPackageV2(_ context.Context, of *schema.PackageDescriptor) (*schema.Package, error) {
	return only.LoadPackage(of.Name, nil)
}

func (only only) LoadPackageReference(name string, _ *semver.Version) (schema.PackageReference, error) {
	its, err := only.LoadPackage(name, nil)
	if err != nil {
		return nil, err
	}
	return its.Reference(), nil
}

func (only only) LoadPackageReferenceV2(_ context.Context, of *schema.PackageDescriptor) (schema.PackageReference, error) {
	return only.LoadPackageReference(of.Name, nil)
}
