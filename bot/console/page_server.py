"""The page of ``gandhi play``: the page of the stand-in for Discord with our layout, script and lists.

The stand-in identifies the parts of a message by their places. A list in the same place would keep showing the last
pick, so that the same option could not be picked again; and a click that crosses an edit could hit another button. Here
a part of a message is identified by its custom id.

A command that is typed or pasted as a message is run, or refused. The stand-in would post it in public.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, ClassVar, Final

from aiohttp import web
from PIL import Image
from simcord.preview import Preview, _action_plans, _component_projection, _markdown
from simcord.preview._commands import build_catalog
from simcord.preview._media import MediaError, MediaInfo, MediaWorker
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.console.command_line import CommandLine, RefusedLineError, fold, read_command_line

OWN: Final = {
    "/gandhi.css": ("page.css", "text/css"),
    "/gandhi.js": ("page.js", "application/javascript"),
    "/favicon.ico": ("icon.svg", "image/svg+xml"),
}
"""Our own files of the page: address, file and kind."""
PATCHES: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "/": (
        ("<title>SimCord Preview</title>", "<title>Gandhi</title>"),
        # On a phone the keyboard shrinks the page, instead of covering the text field.
        ('initial-scale=1">', 'initial-scale=1, interactive-widget=resizes-content">'),
        (
            "</head>",
            '<link rel="stylesheet" href="/gandhi.css">\n'
            '    <script type="module" src="/gandhi.js"></script>\n  </head>',
        ),
    ),
    "/commands.js": (
        # Show every command, not only the first 50.
        ("matches.slice(0, 50).forEach(", "matches.forEach("),
        # Enter sends a command that needs no option. The arrow keys choose an option first.
        ("if (listItems.length) suggestionListbox", "if (listItems.length && !optional) suggestionListbox"),
        # After the last value the list stays closed, so that Enter sends the command.
        (
            "renderCompose({ focus: Boolean(next) });",
            "if (!next) document.activeElement?.blur();\n    renderCompose({ focus: true });",
        ),
        # The bot's suggestions are shown before the first letter, as on Discord.
        (
            'const current = String(field.value || "");',
            'const current = String(field.value || "");\n            if (pendingKind !== "run_command"'
            " && !autocompleteResults.has(autocompleteKey(currentDraft(), option.name, current)))"
            " queryAutocomplete(option, current);",
        ),
        ("`OPTIONS MATCHING ${current.toUpperCase()}`", '"OPTIONS"'),
        ("`OPTIONS MATCHING ${input.value.toUpperCase()}`", '"OPTIONS"'),
        ("`OPTIONS MATCHING ${field.value.toUpperCase()}`", '"OPTIONS"'),
        (
            'autocomplete.state === "failed" ?',
            'autocomplete.state === "loading" ? "Loading options" : autocomplete.state === "failed" ?',
        ),
    ),
    "/media.js": (
        # The page keeps room for a picture before it loads, so that nothing moves below a finger.
        (
            "const width = Number(manifest?.displayWidth);",
            "const width = Number(manifest?.displayWidth ?? media.width);",
        ),
        (
            "const height = Number(manifest?.displayHeight);",
            "const height = Number(manifest?.displayHeight ?? media.height);",
        ),
        (
            "  if (width > 0 && height > 0) {\n    image.width",
            "  if (width > 0 && height > 0) {\n    image.style.aspectRatio = `${width} / ${height}`;\n    image.width",
        ),
        # A picture is decoded only when it is in sight.
        ("    if (image.decode) await image.decode();\n    else if (!image.complete) {", "    if (!image.complete) {"),
        # The chat shows large pictures smaller; a click shows the full size.
        ("if ((width && width !== displayWidth) || (height && height !== displayHeight))", "if (!displayHeight)"),
        ("original.href = url;", "original.href = url;\n        image.src = url;"),
        ("Math.min(source.naturalWidth, frame.clientWidth,", "Math.min(frame.clientWidth,"),
    ),
    "/select-drafts.js": (
        # A list shows more than two of its options.
        ("const desired = Math.min(list.scrollHeight, 220);", "const desired = Math.min(list.scrollHeight, 400);"),
        ("const height = Math.min(220, available);", "const height = Math.min(400, available);"),
    ),
    "/app.js": (
        # The Send button stays enabled while the page asks for suggestions.
        (
            "pending: Boolean(state.pendingAction) });",
            "pending: Boolean(state.pendingAction && !state.pendingAction.queryIntent) });",
        ),
        # A button is disabled only while its own click is under way.
        ("surfaces.admission(blocked);", "surfaces.admission(state.pendingAction?.controlKey);"),
        ("timeline.admission(blocked);", "timeline.admission(state.pendingAction?.controlKey);"),
    ),
    "/surfaces.js": (
        ("String(blocked || button.disabled)", "String(blocked === button.dataset.controlKey || button.disabled)"),
    ),
    "/messages.js": (
        # As on Discord, pictures come above the buttons that belong to them.
        (
            "      list.append(item);\n    });\n    root.append(list);",
            "      list.append(item);\n    });\n"
            '    root.insertBefore(list, root.querySelector(":scope > .message-components"));',
        ),
    ),
    "/actions.js": (
        # An action while another one is under way is sent afterwards instead of getting lost. No click is sent
        # twice, and none on a button that has gone.
        (
            "if (pageAction(kind)) pageIntent(kind, extra); return; }",
            "if (pageAction(kind)) pageIntent(kind, extra);"
            " else if (pending && (pending.queryIntent || pending.kind !== kind"
            " || pending.controlKey !== (extra.control_key || null))) again(); return; }",
        ),
        (
            "awaitingRevision > context.publishedRevision) return;\n    beforePage",
            "awaitingRevision > context.publishedRevision) { again(); return; }\n    beforePage",
        ),
        (
            "    if (!context.authorized && !",
            "    const again = () => setTimeout(() => { const key = extra.control_key;"
            ' if (!key || document.querySelector(`[data-control-key="${CSS.escape(key)}"]`))'
            " dispatch(kind, extra, metadata); }, 50);\n    if (!context.authorized && !",
        ),
        (
            "admissionBlocked() { return Boolean(pending ||",
            "admissionBlocked() { return Boolean(pending && !pending.queryIntent ||",
        ),
        # If a typed line was a command, the page must remember the receipt as that of a command.
        (
            "rememberReceipt(receipt, kind);\n    pending",
            'rememberReceipt(receipt, receipt.command ? "run_command" : kind);\n    pending',
        ),
        # The top of the page shows only trouble and long work, because success is visible anyway.
        ('return labels[kind || ""] || "Action completed";', 'return "";'),
        ('ready ? "Preview ready" : "Loading preview…"', 'ready ? "" : "Loading …"'),
        ('pendingLabels[pending.kind] || "Completing action…"', 'pendingLabels[pending.kind] || "…"'),
        (
            'queries.size || Object.keys(pages).length) return "Updating preview…"',
            'queries.size || Object.keys(pages).length) return ""',
        ),
        ('configure_presentation: "Updating viewport…"', 'configure_presentation: " "'),
    ),
}
"""Replacements in the files of the stand-in's page: old and new text."""
ROOMY: Final = 640
"""Pictures wider than this, in pixels, are shown at a half, a third ... of their size."""
QUALITY: Final = 88
EDITED: Final = "An edited message cannot become a command: send it as a new one."


def name_part(place: str | None, scope: str, component: Mapping[str, Any]) -> str | None:
    """Return the name of a part of a message: its custom id if it has one, else, as in the stand-in, its place."""
    made = component.get("custom_id")
    return f"{scope}:component:{made}" if place is not None and isinstance(made, str) and made else place


def tell_parts_apart() -> None:
    """Make the stand-in identify a part of a message by its custom id, for as long as the program runs."""
    if getattr(_component_projection, "knows_custom_ids", False):
        return
    shown, pressed = _component_projection._control_key, _action_plans._component_key

    def name_shown(scope: str, component: Mapping[str, Any], path: str) -> str | None:
        return name_part(shown(scope, component, path), scope, component)

    def name_pressed(component: Mapping[str, Any], path: str, message_id: int) -> str | None:
        return name_part(pressed(component, path, message_id), f"message:{message_id}", component)

    _component_projection._control_key = name_shown
    _action_plans._component_key = name_pressed
    _component_projection.knows_custom_ids = True  # type: ignore[attr-defined]


def keep_parsers() -> None:
    """Make the stand-in keep its parser for each kind of text, for as long as the program runs.

    Otherwise it makes one for each text of each message, whenever the page changes: half the time of a click.
    """
    if getattr(_markdown, "keeps_parsers", False):
        return
    make, kept = _markdown._markdown_parser, {}

    def find_parser(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
        kind = tuple(policy.items())
        if kind not in kept:
            names: dict[str, Any] = {}
            kept[kind] = (make(policy, names), names)
        parser, names = kept[kind]
        names.clear()
        names.update(context)
        return parser

    _markdown._markdown_parser = find_parser
    _markdown.keeps_parsers = True  # type: ignore[attr-defined]


class OwnPictures(MediaWorker):
    """Shows large pictures of messages smaller, and keeps the originals.

    The stand-in for Discord would start a process for each picture, and keep each picture decoded, at ten times its
    size. A page with fifty maps would then need half a minute and 100 MB. In the browser a map takes 2 MB instead of
    14; a map that someone opens is shown in full size.
    """

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        """Return a picture as the chat shows it. Raises MediaError if the data is not a picture."""
        try:
            return await asyncio.to_thread(fit_picture, blob)
        except OSError as error:
            raise MediaError("not a picture") from error


def fit_picture(blob: bytes) -> MediaInfo:
    """Return a picture as the chat shows it. Raises OSError if the data is not a picture."""
    with Image.open(io.BytesIO(blob)) as image:
        kind, frames = str(image.format), 2 if getattr(image, "is_animated", False) else 1
        if frames == 1 and image.width > ROOMY:
            kind, made = "JPEG", io.BytesIO()
            smaller = image.convert("RGB").reduce(-(-image.width // ROOMY))
            smaller.save(made, kind, quality=QUALITY, subsampling=0)
            blob, size = made.getvalue(), smaller.size
        else:
            size = image.size
    how = "validated-animation-preserved" if frames > 1 else "normalized"
    content_type = Image.MIME.get(kind, "image/png")
    return MediaInfo(kind, *size, frames, size[0] * size[1] * 4, blob, content_type, transformation=how)


class PageServer(PreviewServer):
    """Serves the page of the chat. A click counts even if the page does not show the latest messages yet."""

    _STATIC_FILES: ClassVar[dict[str, str]] = {**PreviewServer._STATIC_FILES, **{path: OWN[path][0] for path in OWN}}

    def __init__(self, preview: Preview, port: int, board: str = "", window: str = "") -> None:
        super().__init__(preview, port)
        # The address ``board`` has the pages of tables, shown beside the chat, and ``window`` stands for Discord's
        # window.
        self._window = window
        given = PreviewServer._SECURITY_HEADERS
        framed = " ".join(one for one in (board, window) if one) or "'none'"
        rules = f"{given['Content-Security-Policy']}; frame-src {framed}"
        self._headers = {**given, "Content-Security-Policy": rules}
        tell_parts_apart()
        keep_parsers()
        preview._media_worker = OwnPictures()
        self._act = preview._action
        preview._action = self._admit  # type: ignore[method-assign]

    async def start(self) -> None:
        """Start the server. When it closes, it gives requests in progress one second, not the usual two minutes."""
        await super().start()
        # The stand-in makes the runner and has no option for this. The runner waits this long twice.
        self.runner._shutdown_timeout = 0.5

    async def _admit(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Pass an action of the page on to the stand-in, and return the receipt.

        A click on an older state is accepted. A typed command is run instead of posted, or refused with a reason.
        """
        page = self.preview._pages.get(context_id or "")
        if page is None or not isinstance(body, dict):
            return await self._act(context_id, body)
        seen, sequence = body.get("published_revision"), body.get("sequence")
        if isinstance(seen, int) and isinstance(sequence, int) and sequence > page.last_sequence:
            # The bot checks whether a button is too old, so the page need not.
            body = {**body, "published_revision": max(seen, page.revision)}
        try:
            line = self._read_line(page, body)
        except RefusedLineError as error:
            receipt = self.preview._reject(
                page, "validation-failed", request_id=body.get("request_id"), sequence=sequence
            )
            receipt["refusal"] = str(error)
            return receipt
        if line is None:
            return await self._act(context_id, body)
        receipt = await self._act(context_id, body | write_command(line))
        for fault in receipt["diagnostics"]:
            if fault["code"] == "command-option-invalid":
                receipt["refusal"] = f"The value of “{fault['subject']['commandOption']}:” is not possible."
        return receipt

    def _read_line(self, page: _Page, body: Mapping[str, Any]) -> CommandLine | None:
        """Return the command in a line that is about to be posted, or None for other text. Raises RefusedLineError."""
        words = body.get("content")
        if body.get("kind") not in ("send_message", "edit_message") or not isinstance(words, str):
            return None
        users = self.preview.env.backend.users.values()
        people = {fold(name): str(user.id) for user in users for name in (user.name, user.global_name) if name}
        line = read_command_line(words, build_catalog(self.preview, page)["entries"], people)
        if line is not None and body["kind"] == "edit_message":
            raise RefusedLineError(EDITED)
        return line

    async def _static(self, request: web.Request) -> web.Response:
        """Return a file of the page: one of ours, or a file of the stand-in with our replacements."""
        if request.path in OWN:
            name, kind = OWN[request.path]
            words = files("bot.console").joinpath("page", name).read_text(encoding="utf-8")
            return web.Response(text=words, content_type=kind, headers=self._headers)
        found: web.Response = await super()._static(request)
        found.headers.update(self._headers)
        for old, new in PATCHES.get(request.path, ()):
            found.text = (found.text or "").replace(old, new)
        if request.path == "/" and self._window:
            told = f'<meta name="discord-window" content="{self._window}">\n  </head>'
            found.text = (found.text or "").replace("</head>", told)
        return found


def write_command(line: CommandLine) -> dict[str, Any]:
    """Return a command in the form that the page sends after a choice from its list."""
    entry = line.entry
    return {
        "kind": "run_command",
        "command_id": entry["commandId"],
        "path": entry["path"],
        "schema_fingerprint": entry["schemaFingerprint"],
        "options": line.values,
    }
