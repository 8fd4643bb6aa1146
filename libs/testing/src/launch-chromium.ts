import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
import { findChromium } from './find-chromium.ts'

const args = [
  // Chromium's sandbox doesn't work for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  // It would contact many of Google's hosts, and wait for them without a network.
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A real, headless Chromium, found or installed by `findChromium`. The caller closes it. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: [...args, ...more] })
}

/** One with a persistent profile: its storage is there when the folder is opened again. */
export async function launchSharedChromium(
  folder: string,
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { executablePath: await findChromium(), args, ...options })
}
