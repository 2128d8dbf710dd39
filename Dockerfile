# R-U Map in a container. It listens on all interfaces inside the container only: publish the port
# on the loopback of the host, or put a reverse proxy with TLS and sign-on in front.
FROM python:3.11-slim
RUN useradd --create-home officer
WORKDIR /srv/ru-map
COPY requirements.txt ./
RUN pip install --no-cache-dir --require-hashes -r requirements.txt
COPY . .
# uploads are spooled to TMPDIR: keep it in memory with `docker run --tmpfs /tmp`
ENV TMPDIR=/tmp
USER officer
EXPOSE 8501
CMD ["python", "-m", "streamlit", "run", "app.py", "--server.address", "0.0.0.0", "--server.headless", "true"]
