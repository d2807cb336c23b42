/** Content with texts in the place of their placeholders (`{name}`), in every text of it. */
export function fillDates<Content>(content: Content, dates: Readonly<Record<string, string>>): Content {
  const written = JSON.stringify(content ?? null)
  const filled = Object.entries(dates).reduce((text, [name, date]) => text.replaceAll(`{${name}}`, date), written)
  return filled === written ? content : JSON.parse(filled)
}
