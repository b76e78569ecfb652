"""What the smith answers: from what he holds and remembers, in voice, and nothing else."""

import re
import time

import pytest

from npcs.context import Bystander
from npcs.memory.record import Source, SourceKind
from npcs.minds.mind import Create, EndTalk, GiveThing, Nothing, Update
from npcs.minds.village.english import sentences
from world.clock import at

from conftest import GONE, NEVER, fact, known, memory
