"""pluggy's manager, for plugins that are modules: it looks at their functions only.

pluggy asks each name of a plugin whether a hook is behind it, whatever it stands for. A module has what it imports beside its
hooks, and plugins are asked anew for each game that is loaded.
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
