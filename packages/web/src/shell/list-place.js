// Runs before the first paint: the frame has a list where the page will have one, as wide as it was left.
if (/^(\/t\/\d+)?\/?(all|endpoints\/[^/]+)?(\/requests\/.*)?$/.test(location.pathname)) {
  document.documentElement.dataset.hasList = '';
}
try {
  const width = Number(localStorage.getItem('hookwell.list-width'));
  if (width >= 300 && width <= 720)
    document.documentElement.style.setProperty('--frame-list', `${width}px`);
} catch {
  // The usual width, then.
}
