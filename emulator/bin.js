#!/usr/bin/env node
// A file of its own, because npm links only commands that exist when it installs, and in the repository it installs
// before there is a build.
require("./dist/cli.js");
