import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();

/** The domain of all e-mail addresses. */
export const domain = config.require("domain");

/**
 * Consent to delete what more depends on than this program declares. Leave it out in an organization that people work
 * in: without it, neither the removal of a declaration nor `pulumi destroy` deletes the workspaces, the connection and
 * the attributes.
 */
export const allowDelete = config.getBoolean("allowDelete");
