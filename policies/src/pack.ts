import { PolicyPack } from "@pulumi/policy";
import { starterPolicies } from ".";

// The constructor starts the policy server.
new PolicyPack("pulumi-analytics-policies", { policies: starterPolicies() });
