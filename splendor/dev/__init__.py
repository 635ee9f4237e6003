"""What `./dev` does: run the site, the tests and the checks on one's own machine. Nothing here runs on a real site."""
