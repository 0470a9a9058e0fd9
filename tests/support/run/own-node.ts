/** Stops under a Node that the tests are not made for, such as that of an editor, with a sentence instead of a missing function. */
const NEEDED = 24

if (Number.parseInt(process.versions.node, 10) < NEEDED) {
  throw new Error(
    `The tests need Node ${NEEDED}, and this is ${process.versions.node}. Run \`npm test\` or \`npx vitest\`, which bring their own, or let your editor use node_modules/.bin/node.`,
  )
}
