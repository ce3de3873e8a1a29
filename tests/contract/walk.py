#!/usr/bin/env python3
"""Walks the platform's API as a stranger would: every list, and every id that an answer names.

A client of its own: it shares no code with the provider or the emulator. It reads only.

    ANALYTICS_BASE_URL=… ANALYTICS_CLIENT_ID=… ANALYTICS_CLIENT_SECRET=… python3 tests/contract/walk.py

Prints a summary. Exits with 1 when an id or list answers 404 or 5xx, or when a document names an element of a data
model that the
model doesn't have; with 2 when the environment lacks something.
"""

import argparse
import collections
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

# The fields of answers that hold ids, and the parameters of paths that take them.
FIELDS = {
    "accountTypeId": ["accountTypeId"],
    "apiConnectorId": ["apiConnectorId"],
    "apiCredentialId": ["apiCredentialId"],
    "bookmarkId": ["bookmarkId"],
    "connectionId": ["connectionId"],
    "createdBy": ["memberId"],
    "dataModelId": ["dataModelId", "inodeId"],
    "dataModelUrlId": ["dataModelId", "inodeId"],
    "datasetId": ["datasetId", "inodeId"],
    "deploymentPolicyId": ["deploymentPolicyId"],
    "elementId": ["elementId"],
    "folderId": ["inodeId"],
    "fromConnectionId": ["connectionId"],
    "homeFolderId": ["inodeId"],
    "inodeId": ["inodeId"],
    "lng": ["lng"],
    "memberId": ["memberId"],
    "members": ["memberId"],
    "migratedBy": ["memberId"],
    "owner": ["memberId"],
    "ownerId": ["memberId"],
    "pageId": ["pageId"],
    "parentId": ["inodeId"],
    "parentUrlId": ["inodeId"],
    "pluginId": ["pluginId"],
    "policyId": ["policyId"],
    "publishedBy": ["memberId"],
    "reportId": ["reportId", "inodeId"],
    "reportUrlId": ["reportId", "inodeId"],
    "samlServiceProviderCertificateId": ["samlServiceProviderCertificateId"],
    "samlServiceProviderId": ["samlServiceProviderId"],
    "tableId": ["tableId", "inodeId"],
    "taggedBy": ["memberId"],
    "teamId": ["teamId"],
    "tenantOrganizationId": ["tenantOrganizationId"],
    "updatedBy": ["memberId"],
    "urlId": ["inodeId"],
    "userAttributeId": ["userAttributeId"],
    "userId": ["memberId"],
    "versionTagId": ["tagId"],
    "workbookId": ["workbookId", "inodeId"],
    "workbookUrlId": ["workbookId", "inodeId"],
    "grantId": ["grantId"],
    "templateId": ["templateId", "inodeId"],
    "templateUrlId": ["templateId", "inodeId"],
    "workspaceId": ["workspaceId", "inodeId"],
    "workspaceUrlId": ["workspaceId", "inodeId"],
}

# Parameters that mean something only together with the document before them.
INNER = {"elementId", "pageId", "bookmarkId", "tagName", "samlServiceProviderCertificateId"}

# What is asked with a query of its own, since the plain list leaves it out.
VARIANTS = {
    "/v2/files": ["typeFilters=table&typeFilters=workspace&typeFilters=folder&limit=5"],
    "/v2/members": ["includeInactive=true"],
}

# Where the platform doesn't say what it serves.
KNOWN = """
/v2/whoami /v2/tags /v2/tags/{tagId}/workbooks /v2/teams /v2/teams/{teamId} /v2/members /v2/members/{memberId}
/v2/files /v2/files/{inodeId} /v2/workspaces /v2/workspaces/{workspaceId} /v2/connections /v2/connections/{connectionId}
/v2/dataModels /v2/dataModels/{dataModelId} /v2/dataModels/{dataModelId}/sources /v2/dataModels/{dataModelId}/elements
/v2/dataModels/{dataModelId}/columns /v2/dataModels/{dataModelId}/lineage /v2/dataModels/{dataModelId}/spec
/v2/dataModels/{dataModelId}/elements/{elementId}/query
/v2/dataModels/{dataModelId}/elements/{elementId}/columnSecurityRules
/v2/workbooks /v2/workbooks/{workbookId} /v2/workbooks/{workbookId}/pages
/v2/workbooks/{workbookId}/pages/{pageId}/elements
/v2/workbooks/{workbookId}/elements /v2/workbooks/{workbookId}/elements/{elementId}/columns
/v2/workbooks/{workbookId}/sources /v2/workbooks/{workbookId}/lineage
/v2/workbooks/{workbookId}/lineage/elements/{elementId}
/v2/reports /v2/reports/{reportId} /v2/datasets /v2/datasets/{datasetId} /v2/datasets/{datasetId}/sources
/v2/user-attributes /v2/user-attributes/{userAttributeId} /v2/tenants /v2/tenants/{tenantOrganizationId}
/v2/api-credentials /v2/api-credentials/{apiCredentialId} /v2/deploymentPolicies
/v2/deploymentPolicies/{deploymentPolicyId}
/v2/sourceSwapPolicies /v2/sourceSwapPolicies/{policyId}
""".split()

PARAMETER = re.compile(r"\{(\w+)\}")
URL_ID = r"[0-9A-Za-z]{22}"


class Client:
    """Asks with a token, and again after a 429."""

    def __init__(self, url, client_id, client_secret):
        self.url = url.rstrip("/")
        form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
        status, body = self._send("/v2/auth/token", data=urllib.parse.urlencode(form).encode())
        if status != 200:
            sys.exit(f"walk: no token: {status} {body}")
        self.token = body["access_token"]
        self.requests = 0

    def get(self, path):
        """The status of an answer and its JSON; None for a body that isn't JSON."""
        for wait in (2, 4, 8, None):
            self.requests += 1
            status, body = self._send(path, {"Authorization": f"Bearer {self.token}"})
            if status != 429 or wait is None:
                return status, body
            time.sleep(wait)

    def _send(self, path, headers=None, data=None):
        request = urllib.request.Request(self.url + path, data, {"Accept": "application/json", **(headers or {})})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, self._json(answer.read())
        except urllib.error.HTTPError as error:
            return error.code, self._json(error.read())

    @staticmethod
    def _json(text):
        try:
            return json.loads(text)
        except ValueError:
            return None


class Walk:
    """Visits every path that can be built from the operations and the ids that were found."""

    def __init__(self, client, templates, most):
        self.client = client
        self.templates = templates
        self.most = most
        self.seen = set()
        self.queue = collections.deque()
        self.visits = collections.Counter()
        self.refusals = collections.Counter()
        self.failures = []
        self.model_elements = collections.defaultdict(set)
        self.model_url_ids = {}
        self.read_elements = set()

    def run(self):
        self._enqueue({})
        for path, queries in VARIANTS.items():
            if path in self.templates:
                self.queue.extend((path, {}, f"{path}?{query}") for query in queries)
        while self.queue:
            self._visit(*self.queue.popleft())
        self._check_model_elements()

    def not_reached(self):
        return sorted(template for template in self.templates if self.visits[template] == 0)

    def _visit(self, template, bound, path):
        if path in self.seen or self.visits[template] >= self.most:
            return
        self.seen.add(path)
        self.visits[template] += 1
        cursor = None
        while True:
            status, body = self.client.get(path if cursor is None else with_query(path, *cursor))
            if status != 200:
                self._note(template, path, status, body)
                return
            self._harvest(template, bound, body)
            cursor = next_cursor(body, cursor)
            if cursor is None:
                return

    def _note(self, template, path, status, body):
        """404 and 5xx are failures, but for the lineage of elements, where a 500 is an ordinary answer."""
        is_ordinary = status == 500 and "/lineage/elements/" in template
        if (status == 404 or status >= 500) and not is_ordinary:
            message = (body or {}).get("message", "") if isinstance(body, dict) else ""
            self.failures.append(f"{status} GET {path} {message}".rstrip())
        else:
            self.refusals[f"{status} {template}"] += 1

    def _harvest(self, template, bound, value, key=None):
        """Follows the ids in an answer."""
        if isinstance(value, list):
            for inner in value:
                self._harvest(template, bound, inner, key)
        elif isinstance(value, dict):
            self._harvest_record(template, bound, value)
            for name, inner in value.items():
                # The code of a workbook names elements of models, too; lists have those that are its own.
                if name not in ("document", "contents"):
                    self._harvest(template, bound, inner, name)
        elif isinstance(value, str) and value:
            for parameter in FIELDS.get(key, []):
                # The id of an element of another model says nothing about this document.
                if parameter not in INNER or list(bound) in (["workbookId"], ["reportId"], ["samlServiceProviderId"]):
                    self._enqueue({**(bound if parameter in INNER else {}), parameter: value})
            if key == "url":
                for url_id in re.findall(rf"(?:[/-])({URL_ID})$", value):
                    self._enqueue({"inodeId": url_id})
            if key == "sourceIds":
                for url_id in re.findall(rf"^inode-({URL_ID})$", value):
                    self._enqueue({"inodeId": url_id})

    def _harvest_record(self, template, bound, record):
        # Other records with an `id` are parts of a representation.
        if "parentId" in record and isinstance(record.get("id"), str):
            self._enqueue({"inodeId": record["id"]})
        if record.get("type") == "table":
            for key in ("id", "inodeId", "tableId"):
                if isinstance(record.get(key), str):
                    self._enqueue({"tableId": record[key]})
        if record.get("lng") and record.get("lng_variant"):
            self._enqueue({"lng": record["lng"], "lng_variant": record["lng_variant"]})
        if template.endswith("/tags") and "workbookId" in bound and "name" in record:
            self._enqueue({**bound, "tagName": record["name"]})
        if "dataModelUrlId" in record:
            self.model_url_ids[record["dataModelUrlId"]] = record["dataModelId"]
        if template == "/v2/dataModels/{dataModelId}/elements" and "elementId" in record:
            self.model_elements[bound["dataModelId"]].add(record["elementId"])
            if record.get("type") == "table":
                self._enqueue({**bound, "elementId": record["elementId"]})
        for element_id in record.get("elementIds", []) if "dataModelId" in record else []:
            self.read_elements.add((record["dataModelId"], element_id))
        for source in record.get("sourceIds") or []:
            url_id, _, element_id = source.partition("/")
            if element_id and re.fullmatch(URL_ID, url_id):
                self.read_elements.add((url_id, element_id))

    def _enqueue(self, bound):
        """Adds each operation whose parameters are these."""
        for template in self.templates:
            names = PARAMETER.findall(template)
            # Only tables have a path in the catalog.
            if template.startswith("/v2/connections/paths/{"):
                names = ["tableId"]
            if sorted(names) == sorted(bound):
                values = [urllib.parse.quote(bound[name], safe="") for name in names]
                path = PARAMETER.sub(lambda _: values.pop(0), template)
                if path not in self.seen:
                    self.queue.append((template, bound, path))

    def _check_model_elements(self):
        """What documents read from models has to be in the models, as far as these were walked."""
        for model, element_id in sorted(self.read_elements):
            known = self.model_elements.get(self.model_url_ids.get(model, model))
            if known and element_id not in known:
                self.failures.append(f"element {element_id} isn't in data model {model}")


def next_cursor(body, before):
    if not isinstance(body, dict):
        return None
    for name, key in (("page", "nextPage"), ("pageToken", "nextPageToken")):
        value = body.get(key)
        if value and (name, value) != before:
            return name, value
    return None


def with_query(path, name, value):
    return f"{path}{'&' if '?' in path else '?'}{urllib.parse.urlencode({name: value})}"


def served_templates(client):
    """The paths to read, as an emulator lists them; the known ones of any other platform."""
    status, coverage = client.get("/_emulator/coverage")
    if status != 200 or not isinstance(coverage, dict):
        return KNOWN
    reads = (operation.split(" ", 1) for operation in coverage["served"] + coverage["unlisted"])
    return [path for method, path in reads if method == "GET"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=1000, help="visits of one operation at most (default: 1000)")
    parser.add_argument("--verbose", action="store_true", help="print the visits of each operation")
    options = parser.parse_args()
    names = ["ANALYTICS_BASE_URL", "ANALYTICS_CLIENT_ID", "ANALYTICS_CLIENT_SECRET"]
    missing = [name for name in names if not os.environ.get(name)]
    if missing:
        print(f"walk: Set {', '.join(missing)} in the environment.", file=sys.stderr)
        return 2
    client = Client(*(os.environ[name] for name in names))
    walk = Walk(client, served_templates(client), options.most)
    walk.run()
    if options.verbose:
        for template, count in sorted(walk.visits.items()):
            print(f"{count:6} {template}")
    reached = len(walk.templates) - len(walk.not_reached())
    done = f"{reached} of {len(walk.templates)} operations, {client.requests} requests"
    print(f"walk: {done}, {len(walk.failures)} failures")
    for template in walk.not_reached():
        print(f"  not reached: {template}")
    for refusal, count in sorted(walk.refusals.items()):
        print(f"  refused: {refusal} ({count})")
    for failure in walk.failures:
        print(f"  failed: {failure}")
    return 1 if walk.failures else 0


if __name__ == "__main__":
    sys.exit(main())
