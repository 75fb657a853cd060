// The page of the API works without this: it finds calls, and puts the service's own address into the commands.
const field = document.querySelector('input[type="search"]');
const sections = [...document.querySelectorAll('[data-words]')];
const links = new Map(
  sections.map((section) => [
    section,
    document.querySelector(`nav a[href="#${section.id}"]`).parentElement,
  ]),
);
/** What is found stands together, the best first, and goes back to its group in the end. */
const homes = new Map([...sections, ...links.values()].map((one) => [one, one.parentElement]));
const results = document.createElement('section');
results.dataset.group = '';
document.querySelector('main [data-group]').before(results);
const resultLinks = document.createElement('ul');
document.querySelector('nav[aria-label="API"]').prepend(document.createElement('h2'), resultLinks);
resultLinks.previousElementSibling.textContent = 'Found';

function find() {
  const text = field.value.trim().toLowerCase();
  const words = text.split(/\s+/);
  for (const [one, home] of homes) home.append(one);
  const found = sections.filter((section) =>
    words.every((word) => section.dataset.words.includes(word)),
  );
  for (const section of sections) {
    section.hidden = !found.includes(section);
    links.get(section).hidden = section.hidden;
  }
  if (text !== '') {
    found.sort((one, other) => rank(one, words) - rank(other, words));
    results.append(...found);
    resultLinks.append(...found.map((section) => links.get(section)));
    found[0]?.scrollIntoView();
  }
  for (const group of document.querySelectorAll('[data-group]')) {
    group.hidden = group.querySelector('[data-words]:not([hidden])') === null;
  }
  for (const list of document.querySelectorAll('nav ul')) {
    const isEmpty = list.querySelector('li:not([hidden])') === null;
    list.hidden = isEmpty;
    list.previousElementSibling.hidden = isEmpty;
  }
  document.querySelector('[role="status"]').textContent =
    text === '' ? '' : `${found.length} found`;
}

/** Titles that begin with the words come first, the shortest of them before all. */
function rank({ dataset: { title } }, words) {
  const titled = title.split(' ');
  const isTitle = words.every((word) => titled.some((one) => one.startsWith(word)));
  if (!isTitle) return 2000;
  return titled[0].startsWith(words[0]) ? title.length : 1000;
}

async function copyFrom(pre, button) {
  const code = pre.querySelector('code');
  let isCopied = true;
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    // Browsers have no clipboard on plain http: there the text is selected and copied.
    getSelection().selectAllChildren(code);
    isCopied = document.execCommand('copy');
  }
  button.textContent = isCopied ? 'Copied' : 'Selected';
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2000);
}

for (const pre of document.querySelectorAll('pre[data-copy]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', () => void copyFrom(pre, button));
  pre.append(button);
}

function show(attribute, text) {
  for (const place of document.querySelectorAll(`[${attribute}]`)) place.textContent = text;
}

field.closest('search').hidden = false;
field.addEventListener('input', find);
find();
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target === field) return;
  event.preventDefault();
  field.focus();
});
// What an address leads to is shown, whatever was searched for.
addEventListener('hashchange', () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target?.hidden) {
    field.value = '';
    find();
    target.scrollIntoView();
  }
});
const base = new URL('.', location).href.replace(/\/$/, '');
show('data-base', base);
show('data-receive', base);
const { receiveBaseUrl } = await (await fetch(`${base}/api/service`)).json();
show('data-receive', receiveBaseUrl.replace(/\/$/, ''));
