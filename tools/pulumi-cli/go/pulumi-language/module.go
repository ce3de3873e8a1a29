package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// resolveModule finds a module of a package without exports as a file of the directory would: in the `node_modules` of the directory and of
// those above it. As in Node.js, the path has no links in it.
func resolveModule(directory, module string) (string, error) {
	for folder := directory; ; folder = filepath.Dir(folder) {
		if filepath.Base(folder) != "node_modules" {
			path := filepath.Join(folder, "node_modules", filepath.FromSlash(module))
			for _, file := range []string{path, path + ".js", filepath.Join(path, "index.js")} {
				if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
					return filepath.EvalSymlinks(file)
				}
			}
		}
		if folder == filepath.Dir(folder) {
			return "", fmt.Errorf(
				"%s was not found from %s: install the dependencies there, then try again.", module, directory,
			)
		}
	}
}
