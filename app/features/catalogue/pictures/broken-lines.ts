import { cutText, lengthOf } from '#app/kernel/text.ts'

/** Breaks a text into a maximum number of lines; what does not fit ends in an ellipsis. */
export function brokenLines(text: string, max: number, fits: (line: string) => boolean): string[] {
  const lines: string[] = []
  const words = cutText(text, 200).split(/\s+/).filter(Boolean)
  for (const [at, word] of words.entries()) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`
    else if (lines.length < max) lines.push(shortened(word, fits))
    else {
      lines[lines.length - 1] = shortened([last, ...words.slice(at)].join(' '), fits)
      break
    }
  }
  return lines
}

function shortened(text: string, fits: (line: string) => boolean): string {
  if (fits(text)) return text
  let length = lengthOf(text)
  while (length > 0 && !fits(`${cutText(text, length).trimEnd()}…`)) length -= 1
  return `${cutText(text, length).trimEnd()}…`
}
