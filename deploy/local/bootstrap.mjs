// Runs one of our scripts with the platform's Node version, after installing missing packages.
//
//   node deploy/local/bootstrap.mjs <script.ts> [arguments]
//
// Plain JavaScript without dependencies, for any Node from 18 on: nothing is installed yet when it starts.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const modules = join(root, 'node_modules')
const node = join(modules, '.bin/node')
const stamp = join(modules, '.rehearse-installed')

const [script, ...scriptArguments] = process.argv.slice(2)
if (!script) fail('Which script? node deploy/local/bootstrap.mjs <script.ts> [arguments]')

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
if (!isInstalled()) await install()
await run()

function isInstalled() {
  if (!existsSync(node)) return false
  if (readOr(stamp, '') === wanted) return true
  // After a manual npm install, npm's own record shows whether everything is installed.
  if (!holdsWhatTheLockNames()) return false
  writeFileSync(stamp, wanted)
  return true
}

function holdsWhatTheLockNames() {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readOr(join(modules, '.package-lock.json'), '{}')).packages ?? {}
  return Object.entries(lock).every(([path, { version, integrity, optional }]) => {
    if (!path.includes('node_modules/')) return true
    const found = present[path]
    return found ? found.version === version && found.integrity === integrity : optional === true
  })
}

/** Runs npm ci, which installs exactly the locked versions, and shows progress. */
function install() {
  const begun = Date.now()
  const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`
  const live = process.stderr.isTTY
  process.stderr.write('Installing missing packages (npm ci) …\n')
  const progress = setInterval(
    () => process.stderr.write(live ? `\r  ${seconds()} ` : `  still installing, ${seconds()}\n`),
    live ? 1000 : 15_000,
  )
  // When run by npm, the same npm; otherwise the one on the PATH.
  const npm = process.env.npm_execpath
  const ci = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const child = npm?.endsWith('.js')
    ? spawn(process.execPath, [npm, ...ci], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn('npm', ci, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const output of [child.stdout, child.stderr]) {
    output.on('data', (chunk) => {
      printed += chunk
    })
  }
  const forget = forwardSignals(child)
  return new Promise((resolve) => {
    child.once('error', (error) => fail(`npm can't be run (${error.message}): install Node.js with npm.`))
    child.once('close', (code, signal) => {
      clearInterval(progress)
      forget()
      if (signal) endAs(signal)
      if (code !== 0) fail(adviceOn(printed))
      if (!existsSync(node)) {
        fail(
          'npm installed no Node 24: its install scripts must be allowed to run (no --ignore-scripts). Run npm ci again.',
        )
      }
      writeFileSync(stamp, wanted)
      process.stderr.write(`${live ? '\r' : ''}  installed in ${seconds()}\n`)
      resolve()
    })
  })
}

function adviceOn(printed) {
  const known = [
    [/ENOSPC|no space left/i, 'The disk is full: free some space and start again.'],
    [
      /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|network/i,
      "npm's registry can't be reached: connect to the network (or set npm's proxy) and start again.",
    ],
    [/EACCES|EPERM|EROFS/, `npm may not write to ${modules}: start as the owner of that folder.`],
    [/EUSAGE/, 'package-lock.json does not fit package.json: run npm install, then start again.'],
    [
      /EINTEGRITY/,
      'A package is not what package-lock.json says it is: run npm cache clean --force and start again.',
    ],
  ].find(([sign]) => sign.test(printed))
  return `${printed.trim()}\n\n${known ? known[1] : 'npm ci failed, see above.'}`
}

function run() {
  const child = spawn(node, [script, ...scriptArguments], {
    // The channel closes with this process, however it ends: a script that watches it then ends too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // In a terminal, Ctrl-C also reaches the script directly; it treats both as one.
  forwardSignals(child)
  endWithNpm(child)
  child.once('error', (error) =>
    fail(`${node} can't be run: ${error.message}. Remove node_modules and start again.`),
  )
  child.once('exit', (code, signal) => (signal ? endAs(signal) : process.exit(code ?? 1)))
}

/** A killed npm forwards no signal; it shows as a new parent process. */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM')
  }, 500).unref()
}

function forwardSignals(child) {
  const forwards = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [signal, () => child.kill(signal)])
  for (const [signal, forward] of forwards) process.on(signal, forward)
  return () => {
    for (const [signal, forward] of forwards) process.off(signal, forward)
  }
}

/** The exit code that a shell would use. */
function endAs(signal) {
  process.exit(128 + (constants.signals[signal] ?? 0))
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
