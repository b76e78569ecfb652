"""Who answers questions of judgement: the embedded village mind, a language model, or a recording."""
