/** One of the platform's regional servers. */
export interface Region {
  /** The server's name in the platform's documentation. */
  readonly server: string;
  /** Where its API lives, without a trailing slash. */
  readonly baseUrl: string;
}

/**
 * The 13 regional servers by region key. An organization lives on exactly one of them, and its credentials work nowhere
 * else.
 *
 * @example
 * ```ts
 * regions["aws-europe"].baseUrl;
 * ```
 */
export const regions = {
  "gcp-us": { server: "GCP US", baseUrl: "https://api.sigmacomputing.com" },
  "gcp-ksa": { server: "GCP KSA", baseUrl: "https://api.sa.gcp.sigmacomputing.com" },
  "aws-us-west": { server: "AWS US West", baseUrl: "https://aws-api.sigmacomputing.com" },
  "aws-us-east": { server: "AWS US East", baseUrl: "https://api.us-a.aws.sigmacomputing.com" },
  "aws-canada": { server: "AWS Canada", baseUrl: "https://api.ca.aws.sigmacomputing.com" },
  "aws-europe": { server: "AWS Europe", baseUrl: "https://api.eu.aws.sigmacomputing.com" },
  "aws-apac": { server: "AWS Australia and APAC", baseUrl: "https://api.au.aws.sigmacomputing.com" },
  "aws-uk": { server: "AWS UK", baseUrl: "https://api.uk.aws.sigmacomputing.com" },
  "azure-us": { server: "Azure US", baseUrl: "https://api.us.azure.sigmacomputing.com" },
  "azure-europe": { server: "Azure Europe", baseUrl: "https://api.eu.azure.sigmacomputing.com" },
  "azure-canada": { server: "Azure Canada", baseUrl: "https://api.ca.azure.sigmacomputing.com" },
  "azure-uk": { server: "Azure United Kingdom", baseUrl: "https://api.uk.azure.sigmacomputing.com" },
  "azure-australia": { server: "Azure Australia", baseUrl: "https://api.au.azure.sigmacomputing.com" },
} as const satisfies Record<string, Region>;

/** The key of a region, as in the setting `analytics:region`. */
export type RegionKey = keyof typeof regions;
