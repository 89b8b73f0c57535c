"""The pictures that plugins bring of their devices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from starlette.exceptions import HTTPException
from starlette.requests import Request

from rulekit.plugins.devices import PicturedDevice
from rulekit.plugins.manager import find_plugins
from rulekit.web.responses import SvgResponse

HOUR = {"Cache-Control": "max-age=3600"}


@cache
def pictures() -> Mapping[str, str]:
    """The name of a device in the rules -> its picture as SVG, for devices that have one."""
    devices = find_plugins().devices
    return {name: x.picture for name, x in devices.items() if isinstance(x, PicturedDevice) and x.picture}


async def device_picture(request: Request) -> SvgResponse:
    """The drawing of a device, which its plugin brings."""
    found = pictures().get(request.path_params["device"])
    if found is None:
        raise HTTPException(404, "there is no picture of this device")
    return SvgResponse(found, headers=HOUR)
