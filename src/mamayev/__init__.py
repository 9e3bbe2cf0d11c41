"""Historical board wargames in the browser, the terminal and Python, every rule enforced and cited."""
