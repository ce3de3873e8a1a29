/**
 * The library that requests go through. `tools/bundle.js` makes one file of this module and of it: with all that it depends on it would be
 * most of what an installation of the package brings. It is loaded with the first request.
 */
import axios from "axios";

export { axios };
