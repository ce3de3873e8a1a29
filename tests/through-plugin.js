// Runs before a test file is loaded: its resources are served by the plugin.
process.env.DOOR = "plugin";
