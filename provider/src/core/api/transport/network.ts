/**
 * The libraries that requests go through. `tools/bundle.js` makes one file of this module and of them: with all that they depend on they would be
 * most of what an installation of the package brings. It is loaded with the first request.
 */
import axios from "axios";
import { HttpsProxyAgent } from "https-proxy-agent";

// Required, not imported: it has no types.
const { getProxyForUrl } = require("proxy-from-env") as { getProxyForUrl(url: string): string };

export { axios, getProxyForUrl, HttpsProxyAgent };
