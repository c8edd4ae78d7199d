"""What the server counts, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

REGISTRY = CollectorRegistry()

TABLES = Gauge("parlor_tables", "Tables in memory", registry=REGISTRY)
SOCKETS = Gauge("parlor_sockets", "Open sockets", registry=REGISTRY)
PLAYS = Counter("parlor_plays", "Changes of tables that are on disk", registry=REGISTRY)
REFUSED = Counter("parlor_refused", "Wishes that were refused, by the error", ["error"], registry=REGISTRY)
LATENCY = Histogram(
    "parlor_play_seconds",
    "From a play's arrival until it is on disk and shown",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2),
    registry=REGISTRY,
)
BOT_QUEUE = Gauge("parlor_bot_queue", "Bots that think or wait to think", registry=REGISTRY)
