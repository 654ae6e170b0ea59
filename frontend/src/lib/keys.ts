export interface KeyHelp {
  readonly keys: ReadonlyArray<string>
  readonly does: string
}

export const KEY_HELP: ReadonlyArray<{ readonly where: string; readonly keys: ReadonlyArray<KeyHelp> }> = [
  {
    where: "Everywhere",
    keys: [
      { keys: ["Ctrl K"], does: "Search or jump to a page, a bucket, an action" },
      { keys: ["/"], does: "Go to the search field of the page" },
      { keys: ["?"], does: "Show these keys" },
      { keys: ["Alt O"], does: "Go to the operations of this tab: what runs, and what became of it" },
      { keys: ["Esc"], does: "Close what is open" }
    ]
  },
  {
    where: "In a table",
    keys: [
      { keys: ["↑", "↓"], does: "Move to another row" },
      { keys: ["Home", "End", "Page Up", "Page Down"], does: "Move further" },
      { keys: ["Enter"], does: "Open the row" },
      { keys: ["Space"], does: "Select the row, where rows can be selected" },
      { keys: ["Esc"], does: "Close the details, then clear the selection" }
    ]
  },
  {
    where: "Among objects",
    keys: [
      { keys: ["A–Z"], does: "Go to the next name that begins with these letters" },
      { keys: ["Space"], does: "Look at what is in the object; arrows go on to the next one" },
      { keys: ["Ctrl Space"], does: "Select the row" },
      { keys: ["Ctrl A"], does: "Select everything in the folder" },
      { keys: ["F2"], does: "Rename the object or folder" },
      { keys: ["Del"], does: "Delete what is selected, once you were asked" },
      { keys: ["Menu"], does: "Show what can be done with the row" }
    ]
  },
  {
    where: "In a menu",
    keys: [
      { keys: ["↑", "↓", "Home", "End"], does: "Move to another entry" },
      { keys: ["A–Z"], does: "Jump to what begins with these letters" },
      { keys: ["Enter"], does: "Choose" }
    ]
  }
]
