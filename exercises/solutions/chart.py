"""Solutions of the exercises 10.1 and 10.2. A block stands by itself and leaves its chart as `chart`."""
# ruff: noqa: E402

# 10.1
import altair as alt

rows = [{"ranks between": gap, "cards inside": 4 * gap, "probability": 4 * gap / 50} for gap in range(12)]
chart = (
    alt.Chart(alt.Data(values=rows), title="The probability of inside, fresh pack")
    .mark_bar()
    .encode(x="ranks between:O", y="probability:Q")
)


# 10.2
import altair as alt

rows = [{"chips": chips, "largest stake": min(chips // 2, 10)} for chips in range(31)]
chart = (
    alt.Chart(alt.Data(values=rows), title="The largest stake with 10 chips in the pot")
    .mark_line(interpolate="step-after")
    .encode(x="chips:Q", y="largest stake:Q")
)
