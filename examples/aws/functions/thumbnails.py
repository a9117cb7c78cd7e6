def handle(event, context):
    return [record["Sns"]["Message"] for record in event.get("Records", [])]
