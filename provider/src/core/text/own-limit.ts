/** What a message calls a limit of this package: nobody should look for it in the platform's documentation. */
export const ownLimit = "the limit of pulumi-analytics, not of the platform";
