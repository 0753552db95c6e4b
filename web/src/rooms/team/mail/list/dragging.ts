let dragged: readonly string[] = []
/** Mails that are dragged to a folder; their ids cannot be read from an event before the drop. */
export const draggedIds = () => dragged
export const drag = (ids: readonly string[]) => (dragged = ids)
