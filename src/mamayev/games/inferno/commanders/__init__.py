"""The commanders: `german_staff` and `soviet_staff` play, `style` holds the numbers that they go by, `directions` says
what they are after in a round; `probes` are players made to be beaten."""
