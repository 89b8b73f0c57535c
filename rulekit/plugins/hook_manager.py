"""pluggy's manager, for plugins that are modules: it looks at their functions only.

pluggy inspects every attribute of a plugin for hook implementations. A module also has everything that it imports, and plugins
are registered again for each game that is loaded, so that inspecting functions only saves most of that time.
"""

from __future__ import annotations

from types import FunctionType, MethodType, ModuleType
from typing import Any

import pluggy

HOOKS = (FunctionType, MethodType, classmethod, staticmethod)


class HookManager(pluggy.PluginManager):
    def parse_hookimpl_opts(self, plugin: Any, name: str) -> Any:
        if isinstance(plugin, ModuleType) and not isinstance(vars(plugin).get(name), HOOKS):
            return None
        return super().parse_hookimpl_opts(plugin, name)
