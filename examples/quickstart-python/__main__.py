import pulumi
import pulumi_analytics as analytics

# The folder of the models and their warehouse connection:
# `pulumi config set folderId …`, `pulumi config set connectionId …`.
config = pulumi.Config()
folder_id = config.require("folderId")
warehouse = config.require("connectionId")

customers = analytics.DataModel(
    "customers",
    name="Customers",
    folder_id=folder_id,
    description="One row per customer",
    spec=pulumi.FileAsset("../quickstart/models/customers.yaml"),
    refs={"warehouse": warehouse},
)

orders = analytics.DataModel(
    "orders",
    name="Orders",
    folder_id=folder_id,
    description="One row per order",
    spec=pulumi.FileAsset("../quickstart/models/orders.yaml"),
    refs={"warehouse": warehouse},
)

revenue = analytics.DataModel(
    "revenue",
    name="Revenue",
    folder_id=folder_id,
    description="Revenue by sales region",
    spec=pulumi.FileAsset("../quickstart/models/revenue.yaml"),
    refs={
        "customers": customers.id,
        "customers#dim_customers": customers.element_ids["dim_customers"],
        "orders": orders.id,
        "orders#fact_orders": orders.element_ids["fact_orders"],
    },
)

analytics.Tag("staging", name="Staging", color=analytics.TagColor.AMBER, description="Under review")
analytics.Tag("production", name="Production", color=analytics.TagColor.GRASS, description="What everyone sees")

revenue_column = analytics.get_data_model_column_output(data_model_id=orders.id, element="Orders", column="Revenue")

pulumi.export("revenueModel", revenue.url)
pulumi.export("factOrders", orders.element_ids["fact_orders"])
pulumi.export("revenueColumn", revenue_column.id)
