"""Runs where the ingestion client is installed: reads the whole platform into a file. Prints JSON: how many of each
sort it found, and the failures and warnings of its report.
"""

import collections
import json
import os
import sys

from datahub.ingestion.run.pipeline import Pipeline

OUTPUT = "ingested.json"
SORTS = {
    "Sigma Workspace": "workspaces",
    "Sigma Workbook": "workbooks",
    "Sigma Data Model": "models",
    "Sigma Data Model Element": "modelElements",
    "Sigma Dataset": "datasets",
    "chart": "charts",
    "dashboard": "pages",
}

config = {
    "api_url": os.environ["ANALYTICS_BASE_URL"] + "/v2",
    "client_id": os.environ["ANALYTICS_CLIENT_ID"],
    "client_secret": os.environ["ANALYTICS_CLIENT_SECRET"],
    "ingest_shared_entities": True,
}
sink = {"type": "file", "config": {"filename": OUTPUT}}
pipeline = Pipeline.create({"source": {"type": "sigma", "config": config}, "sink": sink})
pipeline.run()
report = pipeline.source.get_report()

sorts = {}
with open(OUTPUT, encoding="utf-8") as file:
    for event in json.load(file):
        urn, kind = event["entityUrn"], event["entityType"]
        if event.get("aspectName") == "subTypes":
            sorts[urn] = event["aspect"]["json"]["typeNames"][0]
        else:
            sorts.setdefault(urn, kind)
counts = collections.Counter(SORTS.get(sort, sort) for sort in sorts.values())


def describe(problems):
    return [f"{problem.title}: {problem.message} {list(problem.context)}" for problem in problems]


lineage = {
    "tables": report.dm_element_warehouse_upstream_emitted,
    "modelsOfWorkbooks": report.element_dm_edge.resolved,
    "columnsOfCharts": report.chart_input_fields_resolved,
    "columnsOfModels": report.data_model_element_fgl_emitted,
    "failedCalls": dict(report.api_call_failures_by_status_or_error),
}
result = {"failures": describe(report.failures), "warnings": describe(report.warnings), "lineage": lineage}
json.dump({"counts": counts, **result}, sys.stdout)
