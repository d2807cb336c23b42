import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const PLACES = [
  process.env.CHROMIUM_PATH,
  // The headless shell has no window system: the same journeys take little more than half the CPU time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** A Chromium on this machine: the one that CHROMIUM_PATH names, the system's, or the one that Playwright downloaded. */
export const findChromium = (): string | undefined =>
  [...PLACES, chromium.executablePath()].find(path => path !== undefined && path !== '' && existsSync(path))
