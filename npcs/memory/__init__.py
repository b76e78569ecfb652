"""How villagers remember: five elements, formed, faded, recalled."""
