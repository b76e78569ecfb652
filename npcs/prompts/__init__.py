"""What is said to a language model: pure functions from what a villager has in mind to messages, under a budget."""
