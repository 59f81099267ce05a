/** Ids that are plain text on the wire, named for the reader. */

/** "axis", "soviet", "open" or "chance". */
export type Side = string
/** A place or box: "1409", "finland", "box:axis:shattered". */
export type PlaceId = string
