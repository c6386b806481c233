package main

import (
	"fmt"
	"os"
	"reflect"
)

type check struct {
	name string
	run  func() error
}

// report runs the checks one after the other; the last line counts.
func report(checks []check) {
	passed := 0
	for _, check := range checks {
		if err := check.run(); err != nil {
			fmt.Printf("FAILED %s: %v\n", check.name, err)
		} else {
			passed++
		}
	}
	fmt.Printf("%d passed, %d failed\n", passed, len(checks)-passed)
	if passed < len(checks) {
		os.Exit(1)
	}
}

func same(found, expected any) error {
	if reflect.DeepEqual(found, expected) {
		return nil
	}
	return fmt.Errorf("%v is not %v", found, expected)
}
