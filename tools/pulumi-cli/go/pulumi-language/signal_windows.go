package main

import "syscall"

// signalName describes a signal. On Windows no process is ended by one.
func signalName(signal syscall.Signal) string {
	return signal.String()
}
