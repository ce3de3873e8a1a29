import { PolicyPack } from "@pulumi/policy";
import { starterPolicies } from ".";

// Constructing the pack serves it.
new PolicyPack("pulumi-analytics-policies", { policies: starterPolicies() });
