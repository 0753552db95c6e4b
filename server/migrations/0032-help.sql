-- The help of the product as it is now. A centre that wrote its own keeps that.
update static_pages set body_md = $md$## The map

- Drag to move, turn the wheel or pinch to zoom. The chart below comes in three layers: WORLD IMAGERY, DARK and BRIGHT.
- Every mark is a vessel where it was last heard. Its shape shows where it heads, its colour what kind of ship it is; a mark that was not heard for long fades. A red sign beside it is an anomaly.
- Ships that would cover each other are gathered into a ring with their number; click it to come nearer.
- The line at the foot says how many vessels are shown and how late the picture is. When the connection is lost the old picture stays and says its age.
- A right click, or a long press, opens what can be done at a place or with a ship.

## Search

- One search finds everything that has a name: ships, ports, seas and islands, areas, events, manual tracks, lists, filters and bookmarks, the nearest first. It opens by / on the map and by Ctrl K everywhere.
- "IMO 9074729", "mv ocean star" and "oc sta" are understood, and so are positions in any writing.

## Vessel card

- Click a vessel to open its card: position, course, speed, particulars and the source that is shown.
- A value that sources disagree about names all of them. Anomalies stand at the top, with the reason.
- The signs at its foot follow the ship, show her trail, put her on a list and more.

## Filter

- F opens the filter. Every clause counts, and how many vessels pass is always told; List them opens the vessels as a table and as a file.
- Ship types, anomalies, countries, status, sources and lists are chosen; an area is drawn or chosen from those that are saved.
- Conditions are put together in boxes of all, any and none. They read as one sentence and count from when they are applied.
- A filter is kept under a name, for you, your group or everybody, and goes along in the address of the page.

## Areas and lists

- A opens the areas of interest: drawn as polygon, rectangle, circle, corridor or freehand, or pasted. The number of vessels inside opens the list of them.
- V opens the vessel lists: made here or from the card of a ship, filled by typing, pasting or from a CSV, and shown alone on the map.

## Events

- Report what happened by the menu of the map. Who may see it is told on every screen, and one click leads there.
- I opens the board of events: by words, category and state, with their age. Who sees an event confirms it or disputes it.

## Times

- Every field of a time takes 0830, -2h, yesterday 2330, 220830Z NOV 26 or a full date, in the zone of your settings. Below it stands what was understood, in your zone and in UTC.
- Arrow keys step by a minute, with Shift by an hour, Page Up and Page Down by a day.

## Replay and history

- R opens the replay: the last hours, a period, or a recording. As known then shows what the watch saw; as corrected shows what is known by now.
- The bar at the foot plays, pauses and jumps; a bookmark keeps an instant for you and others. Live leads back.
- The chart of a single ship is opened from her card: position, speed and course over time, compared with others, as known or corrected.

## Keys

- Tab and Shift+Tab move between the parts of a screen, Enter and Space press what is marked, Esc closes what is on top and ends what is going on.
- On the map the arrow keys move the chart, + and - zoom; / searches, B changes the base layer, P the palette, G the grid, ? lists all.
- Ctrl K opens screens, actions and whatever has a name, from anywhere.

## Sessions

- A session that nobody touches ends after the time the administrators have set; before that you are asked whether to stay.
- Under your account you see every device you are signed in on and end what you do not know.
- Lost your password or your second factor? An administrator gives you a temporary password and removes the second factor.
$md$ where key = 'help' and version = 1;
