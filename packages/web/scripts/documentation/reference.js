// The page of the API works without this: it finds calls, and puts the service's own address into the commands.
const field = document.querySelector('input[type="search"]');
const sections = [...document.querySelectorAll('[data-words]')];

function find() {
  const words = field.value.toLowerCase().split(/\s+/);
  let found = 0;
  for (const section of sections) {
    const isFound = words.every((word) => section.dataset.words.includes(word));
    section.hidden = !isFound;
    if (isFound) found += 1;
    const link = document.querySelector(`nav a[href="#${section.id}"]`);
    link.parentElement.hidden = !isFound;
  }
  for (const group of document.querySelectorAll('[data-group]')) {
    group.hidden = group.querySelector('[data-words]:not([hidden])') === null;
  }
  for (const list of document.querySelectorAll('nav ul')) {
    const isEmpty = list.querySelector('li:not([hidden])') === null;
    list.hidden = isEmpty;
    list.previousElementSibling.hidden = isEmpty;
  }
  sections.find((section) => !section.hidden)?.scrollIntoView();
  document.querySelector('[role="status"]').textContent =
    field.value === '' ? '' : `${found} found`;
}

function show(attribute, text) {
  for (const place of document.querySelectorAll(`[${attribute}]`)) place.textContent = text;
}

field.closest('search').hidden = false;
field.addEventListener('input', find);
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
