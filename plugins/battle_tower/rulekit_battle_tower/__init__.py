"""The battle tower as a plugin: cubes go in at the top, some stay inside, and others come out that stayed there before.

Rules say ``uses plugin battle-tower`` and then ``throw funnel and tray into the tower``.
"""

from __future__ import annotations

import pluggy

from rulekit.plugins.devices import Device
from rulekit_battle_tower.tower import BattleTower

__all__ = ["BattleTower", "rulekit_devices"]

hookimpl = pluggy.HookimplMarker("rulekit")


@hookimpl
def rulekit_devices() -> list[Device]:
    """The devices that this plugin brings."""
    return [BattleTower()]
