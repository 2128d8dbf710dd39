"""Parts of the map's page: the chart, its settings, the cards beside it."""
