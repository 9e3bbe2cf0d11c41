"""The staffs: `german_staff` and `soviet_staff` play, `style` holds the numbers that they go by, `reasons` and
`soviet_reasons` say why they do what they do, `directions` what either side is after in a round; `probes` are players
made to be beaten."""
