/**
 * Runs in every page of the journeys: a message that lies over an action that the screen is for, or that says again what an alert beside it
 * says, is an error in the console, which fails the journey. Frames in a row, because the message moves with the frame after a change.
 */
export function watchMessages(): void {
  const FRAMES = 4
  let inARow = 0
  let reported: Element | undefined

  const isCovered = (button: Element, message: Element): boolean => {
    const { top, right, bottom, left, width } = button.getBoundingClientRect()
    if (width === 0 || bottom <= 0 || top >= innerHeight) return false
    const [x, y] = [(left + right) / 2, (top + bottom) / 2]
    return [
      [x, y],
      [left + 2, top + 2],
      [right - 2, top + 2],
      [left + 2, bottom - 2],
      [right - 2, bottom - 2],
    ].some(([atX = 0, atY = 0]) => message.contains(document.elementFromPoint(atX, atY)))
  }

  /** What is wrong with the message, if anything. */
  const fault = (message: HTMLElement): string | undefined => {
    const scope = message.closest('dialog') ?? document
    const buttons = [...scope.querySelectorAll('.button-primary, .button-danger')]
    const covered = buttons.find(button => isCovered(button, message))
    if (covered) return `lies over the button '${covered.textContent}'`
    const words = message.innerText.split('\n').filter(Boolean)
    const alerts = [...document.querySelectorAll<HTMLElement>('[role=alert], [role=status]')].filter(
      alert => !alert.contains(message) && alert.offsetWidth > 1,
    )
    const repeating = alerts.find(alert => alert.innerText.includes(words.at(-1) ?? ''))
    return words.length > 0 && repeating ? `repeats the alert '${repeating.innerText}'` : undefined
  }

  const look = () => {
    requestAnimationFrame(look)
    const message = document.querySelector<HTMLElement>('.toast:popover-open')
    const found = message && message !== reported ? fault(message) : undefined
    inARow = found === undefined ? 0 : inARow + 1
    if (message && inARow >= FRAMES) {
      reported = message
      console.error(`The message '${message.innerText}' ${found}`)
    }
  }
  requestAnimationFrame(look)
}
