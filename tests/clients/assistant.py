"""Runs where the assistant server of the platform is installed: calls each of its reading tools for objects that it
finds, and the writing ones step by step. Prints JSON: {calls, counts, failures, unreached}.

The server speaks to the platform's public hosts over HTTPS alone, so it is given an HTTP client of its own, which sends
everything to the emulator instead; the constructor of its client takes one.
"""

import asyncio
import json
import os
import re

import httpx
import sigma_mcp.server
from fastmcp import Client
from sigma_mcp.client import REGIONS, SigmaClient

BASE_URL = httpx.URL(os.environ["ANALYTICS_BASE_URL"])
MOST_OBJECTS = int(os.environ["MOST_OBJECTS"])

# The fields of answers that hold the ids which parameters of tools take.
FIELDS = {
    "attribute_id": ["userAttributeId"],
    "connection_path_id": ["urlId"],
    "connector_id": ["apiConnectorId"],
    "credential_id": ["apiCredentialId"],
    "inode_id": ["inodeId"],
    "job_id": ["materializationId"],
    "policy_id": ["deploymentPolicyId"],
    "tenant_id": ["tenantOrganizationId"],
    "tenant_org_id": ["tenantOrganizationId"],
    "tag_id": ["versionTagId"],
    "variant": ["lng_variant"],
}
OF_SWAP_POLICIES = {"policy_id": ["policyId"]}


class Forward(httpx.AsyncHTTPTransport):
    async def handle_async_request(self, request):
        request.url = request.url.copy_with(scheme=BASE_URL.scheme, host=BASE_URL.host, port=BASE_URL.port)
        request.headers["host"] = f"{BASE_URL.host}:{BASE_URL.port}"
        return await super().handle_async_request(request)


def to_camel(name):
    return re.sub(r"_(\w)", lambda match: match.group(1).upper(), name)


def find_value(context, parameter, tool):
    fields = OF_SWAP_POLICIES if "swap_polic" in tool else FIELDS
    for field in fields.get(parameter, [to_camel(parameter)]):
        if isinstance(context.get(field), str):
            return context[field]
    return None


def collect_contexts(value, above, contexts):
    """Remembers the ids in an answer, each with those of what is above it."""
    if isinstance(value, list):
        for one in value:
            collect_contexts(one, above, contexts)
    elif isinstance(value, dict):
        ids = {name: one for name, one in value.items() if re.search(r"Id$|^id$|^lng", name) and isinstance(one, str)}
        context = {**above, **ids}
        if ids:
            contexts.append(context)
        for one in value.values():
            collect_contexts(one, context, contexts)


async def main():
    client = SigmaClient(
        os.environ["ANALYTICS_CLIENT_ID"],
        os.environ["ANALYTICS_CLIENT_SECRET"],
        REGIONS["gcp"],
        base_delay=0.1,
        http_client=httpx.AsyncClient(transport=Forward(), timeout=60),
    )
    sigma_mcp.server._client = client
    async with Client(sigma_mcp.server.create_server("full")) as assistant:
        tools = [tool for tool in await assistant.list_tools() if is_reading(tool)]
        contexts, called, failures, counts = [], {}, [], {}
        again = True
        while again:
            again = False
            for tool in tools:
                required = get_schema(tool).get("required", [])
                done = called.setdefault(tool.name, set())
                for context in list(contexts) if required else [{}]:
                    values = [find_value(context, parameter, tool.name) for parameter in required]
                    key = tuple(values)
                    if None in values or key in done or len(done) >= MOST_OBJECTS:
                        continue
                    done.add(key)
                    again = True
                    arguments = dict(zip(required, values))
                    result = await assistant.call_tool(tool.name, arguments, raise_on_error=False)
                    text = result.content[0].text if result.content else ""
                    if result.is_error:
                        failures.append({"name": tool.name, "arguments": arguments, "message": text[:500]})
                        continue
                    try:
                        answer = json.loads(text)
                    except ValueError:
                        continue
                    entries = answer.get("entries") if isinstance(answer, dict) else answer
                    if isinstance(entries, list):
                        counts[tool.name] = counts.get(tool.name, 0) + len(entries)
                    collect_contexts(answer, name_as_fields(arguments), contexts)
        await take_steps(assistant, failures)
        unreached = [tool.name for tool in tools if not called[tool.name]]
        calls = sum(map(len, called.values()))
        print(json.dumps({"calls": calls, "counts": counts, "failures": failures, "unreached": unreached}))


async def take_steps(assistant, failures):
    """Creates, changes and deletes objects, step by step; `$name` is an id that an earlier step or the caller gave."""
    known = json.loads(os.environ["KNOWN"])
    with open(os.environ["STEPS"], encoding="utf-8") as file:
        steps = json.load(file)
    for step in steps:
        arguments = fill(step["with"], known)
        result = await assistant.call_tool(step["call"], arguments, raise_on_error=False)
        text = result.content[0].text if result.content else ""
        if result.is_error != ("refused" in step):
            failures.append({"name": step["call"], "arguments": arguments, "message": text[:500]})
        if result.is_error:
            continue
        for name, path in step.get("keep", {}).items():
            value = find_path(json.loads(text), path)
            if value is None:
                failures.append({"name": step["call"], "message": f"no {path} in {text[:300]}"})
            known[name] = value


def fill(value, known):
    if isinstance(value, str) and value.startswith("$"):
        return known.get(value[1:])
    if isinstance(value, list):
        return [fill(one, known) for one in value]
    return {name: fill(one, known) for name, one in value.items()} if isinstance(value, dict) else value


def find_path(value, path):
    for name in filter(None, path.split(".")):
        if isinstance(value, list):
            value = value[int(name)] if int(name) < len(value) else None
        else:
            value = value.get(name) if isinstance(value, dict) else None
    return value


def name_as_fields(arguments):
    """The ids that a call named; policies are of two sorts, which their answers tell apart."""
    return {to_camel(name): value for name, value in arguments.items() if name != "policy_id"}


def is_reading(tool):
    return bool(tool.annotations and tool.annotations.readOnlyHint)


def get_schema(tool):
    return tool.inputSchema


asyncio.run(main())
